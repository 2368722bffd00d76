#![cfg_attr(fuzzing, no_main)]

assize_fuzz::target!(assize_fuzz::check_gate);
