#![cfg_attr(fuzzing, no_main)]

assize_fuzz::target!(|data| assize_fuzz::check_format(assize::Format::SddYaml, data));
