//! Codes of answers in JSON, of what an agent prints around its answer, and of summaries.

use super::{Code, asked, said, table, text};
use crate::ir::Format::{AgentEnvelope, Court, Quality, TrapReport, VerdictSummary};

table! {
    // Any JSON.
    Error "deep_json": "The JSON is nested too deeply."
        "A verdict needs no more than five." said("an answer with more than 128 levels of brackets");
    Error "malformed_json": "The text is not valid JSON."
        "Write valid JSON; `jq . FILE` shows the place as well." text("{\"passed\": true, \"feedback\": }\n");
    Error "misspelt_name": "A name looks almost like one of the format; its value is not read."
        "Write the name as the format has it, or one that cannot be confused with it." text("{\"Passed\": true, \"feedback\": \"fine\"}\n");
    Error "no_json": "JSON was asked for, and the text is not a JSON object."
        "Write one JSON object and nothing else." asked(Court, "All fine.\n");
    Error "repeated_name": "A name appears twice in one object, so programs differ in what they read."
        "Write each name once." text("{\"passed\": false, \"feedback\": \"no tests\", \"passed\": true}\n");
    Error "truncated_json": "The JSON ends before its last bracket is closed."
        "Write the whole answer again." text("{\"passed\": true, \"feedback\": \"fi");
    Advice "unknown_name": "The format has no such name; it is kept, and decides nothing."
        "Nothing needs to be done if this is meant for another program." text("{\"passed\": true, \"feedback\": \"fine\", \"model\": \"large\"}\n");
    Error "wrong_type": "A value does not have the type that the format requires there."
        "Write it as `assize contract FORMAT` has it." text("{\"passed\": \"yes\", \"feedback\": \"fine\"}\n");

    // Quality reviews and courts.
    Error "ambiguous_criterion": "The name of a criterion fits more than one that was asked for."
        "Use the names of the request, letter by letter." said("`dated`, where `Dated: the first` and `Dated: the second` were asked for");
    Warning "changes_without_failure": "Changes are requested although every criterion passes; the request stands."
        "Name the criterion that fails." text("{\"action\": \"request-changes\", \"per_criterion\": [{\"id\": \"builds\", \"status\": \"pass\", \"reason\": \"it does\"}]}\n");
    Warning "fail_with_all_met": "The review fails although every criterion is met; the fail stands."
        "Name the criterion that is not met." text("{\"passed\": false, \"feedback\": \"fine\", \"criteria_results\": [{\"criterion\": \"builds\", \"passed\": true}]}\n");
    Warning "fail_without_reason": "The review fails and gives no reason; the fail stands."
        "Say in `feedback` what has to change." text("{\"passed\": false}\n");
    Error "invalid_verdict": "The verdict of a court does not follow its schema."
        "Answer again, exactly as the schema has it." text("{\"action\": \"merge\"}\n");
    Error "merge_with_gaps": "The action is `merge`, and not exactly the criteria of the contract were judged."
        "Judge every criterion of the contract, and no other." said("a `merge` that leaves out a criterion of the contract");
    Error "met_and_not": "A criterion is said to be met and not to be met, so it counts as failed."
        "Say it once, with `passed`." text("{\"passed\": true, \"feedback\": \"fine\", \"criteria_results\": [{\"criterion\": \"builds\", \"passed\": true, \"met\": false}]}\n");
    Error "milder_than_found": "The action is milder than a criterion that fails; the worse of the two counts."
        "Say `request-changes`: every criterion has to pass for a `merge`." text("{\"action\": \"merge\", \"per_criterion\": [{\"id\": \"builds\", \"status\": \"fail\", \"reason\": \"it does not\"}]}\n");
    Error "missing_criteria": "The answer leaves out criteria that were asked for."
        "Judge every criterion that was asked for." said("an answer about two of three criteria that were asked for");
    Error "nameless_criterion": "A criterion has no name."
        "Name the criterion as the request does." text("{\"passed\": true, \"feedback\": \"fine\", \"criteria_results\": [{\"criterion\": \"\", \"passed\": true}]}\n");
    Advice "no_feedback": "The answer has no text in `feedback`."
        "Say in a sentence what it comes to." text("{\"passed\": true}\n");
    Error "nothing_adjudicated": "The action is `merge`, and no criterion was judged."
        "Judge every criterion of the contract." text("{\"action\": \"merge\", \"per_criterion\": []}\n");
    Error "pass_with_failed_criterion": "The review passes although a criterion is not met, so it counts as failed."
        "Say `false` for the whole, or `true` for the criterion." text("{\"passed\": true, \"feedback\": \"fine\", \"criteria_results\": [{\"criterion\": \"builds\", \"passed\": false}]}\n");
    Error "pass_with_gaps": "The review passes, and leaves open whether a criterion is met, so it counts as failed."
        "Judge exactly the criteria that were asked for, each with `true` or `false`." text("{\"passed\": true, \"feedback\": \"fine\", \"criteria_results\": [{\"criterion\": \"builds\"}]}\n");
    Error "passed_missing": "The answer does not say whether the review passed, so it counts as failed."
        "Write `\"passed\": true` or `\"passed\": false`." text("{\"feedback\": \"fine\", \"criteria_results\": [{\"criterion\": \"builds\", \"passed\": true}]}\n");
    Warning "repeated_criterion": "A criterion appears in the answer twice."
        "Judge each criterion once." text("{\"action\": \"merge\", \"per_criterion\": [{\"id\": \"a\", \"status\": \"pass\"}, {\"id\": \"a\", \"status\": \"pass\"}]}\n");
    Warning "undecided_criterion": "The answer does not say whether a criterion is met."
        "Write `\"passed\": true` or `\"passed\": false` for each criterion." text("{\"passed\": false, \"feedback\": \"no\", \"criteria_results\": [{\"criterion\": \"builds\"}]}\n");
    Warning "unknown_criterion": "Nobody asked for this criterion."
        "Use the names of the request, letter by letter." said("a criterion that is not among those that were asked for");

    // Bundles of pair reviews.
    Error "blank_name": "A review does not say what it is about."
        "Copy note and gate from what was asked for." text("{\"pairs\": [{\"note\": \"\", \"gate\": \"style\", \"decision\": \"PASS\", \"summary\": \"Fine.\", \"findings\": []}]}\n");
    Error "missing_member": "A member that the schema asks for is missing."
        "Write every member that the schema asks for, even an empty one." text("{\"pairs\": [{\"note\": \"a.md\", \"gate\": \"style\", \"decision\": \"PASS\"}]}\n");
    Error "no_bundle": "The bundle contains no review."
        "Write one object for each pair of a note and a gate." text("{\"pairs\": []}\n");
    Error "unknown_decision": "The decision is not one of the four words."
        "Write `PASS`, `WARN`, `FAIL` or `ERROR`, and nothing else." text("{\"pairs\": [{\"note\": \"a.md\", \"gate\": \"style\", \"decision\": \"fine\", \"summary\": \"Fine.\", \"findings\": []}]}\n");
    Error "unknown_member": "A member is not in the schema."
        "Leave it out." text("{\"pairs\": [{\"note\": \"a.md\", \"gate\": \"style\", \"decision\": \"PASS\", \"summary\": \"Fine.\", \"findings\": [], \"mood\": \"good\"}]}\n");

    // Reports of findings.
    Warning "escalation_disagrees": "The report asks for a person when it should not, or does not when it should."
        "Raise the flag exactly when `confidence_summary` is `high` and a finding is `high`." text("{\"reviewer\": \"rationalization-trap\", \"findings\": [], \"confidence_summary\": \"low\", \"escalation_flag\": true}\n");
    Error "failed_without_findings": "The review failed, and found nothing critical or major."
        "List what stops the work, or say `passed`." text("{\"reviewer\": \"rationalization-trap\", \"status\": \"failed\", \"findings\": []}\n");
    Warning "finding_without_text": "A finding does not say what was found."
        "Quote what was read, and say what to do about it." text("{\"reviewer\": \"rationalization-trap\", \"findings\": [{\"severity\": \"high\"}]}\n");
    Error "no_report": "A report of findings was asked for, and the text is not one."
        "Write one JSON object with `reviewer` and `findings`." asked(TrapReport, "All fine.\n");
    Error "report_lacks": "A report lacks a member that every report has."
        "Write `reviewer` and `findings`, also when there are none: `\"findings\": []`." asked(TrapReport, "{\"findings\": []}\n");
    Error "reviewer_errored": "The reviewer says that it did not finish."
        "Run the reviewer again." text("{\"reviewer\": \"rationalization-trap\", \"findings\": [], \"is_error\": true}\n");
    Error "status_disagrees": "The review passed, and found something critical or major."
        "Say `failed`, or make it `minor`." text("{\"schema\": \"compound_review_result_v1\", \"status\": \"passed\", \"findings\": [{\"severity\": \"critical\", \"message\": \"no lock\"}]}\n");

    // What an agent prints around its answer.
    Error "agent_errored": "The agent ended with an error."
        "Fix what it says, then run the reviewer again." text("{\"type\": \"result\", \"subtype\": \"success\", \"is_error\": true, \"result\": \"API error\"}\n");
    Error "agent_gave_up": "The agent did not finish."
        "Give it a higher limit, or less to review, then run it again." text("{\"type\": \"result\", \"subtype\": \"error_max_turns\", \"num_turns\": 7}\n");
    Error "conflicting_answers": "The two answers in an envelope do not agree."
        "Run the reviewer again." text("{\"type\": \"result\", \"subtype\": \"success\", \"is_error\": false, \"result\": \"verdict: fail\\nblocker: x\\n\", \"structured_output\": {\"passed\": true, \"feedback\": \"fine\", \"criteria_results\": [{\"criterion\": \"builds\", \"passed\": true}]}}\n");
    Error "nested_envelope": "An envelope contains another envelope."
        "Hand in what the reviewer's own agent printed." text("{\"type\": \"result\", \"structured_output\": {\"type\": \"result\", \"result\": \"verdict: pass\"}}\n");
    Error "no_envelope": "An envelope was asked for, and the text is not one."
        "Have the agent print its answer as JSON." asked(AgentEnvelope, "verdict: pass\n");
    Error "no_payload": "The envelope contains no answer."
        "Run the reviewer again." text("{\"type\": \"result\", \"subtype\": \"success\", \"is_error\": false}\n");
    Error "no_structured_output": "An answer with a schema was asked for, and the envelope contains none."
        "Run the reviewer again with `--json-schema`; the text in `result` is not read." asked(Quality, "{\"type\": \"result\", \"subtype\": \"success\", \"is_error\": false, \"result\": \"fine\"}\n");
    Error "odd_member": "The envelope has a member that may contain another answer, or say that there is none."
        "Have the agent print its answer in `result` or `structured_output` alone." text("{\"type\": \"result\", \"output\": \"verdict: fail\"}\n");
    Error "odd_text": "People see different lines in the answer of an envelope than programs do."
        "Have the reviewer end its lines with line feeds." text("{\"type\": \"result\", \"result\": \"verdict: pass\\r\"}\n");
    Error "stopped_early": "The agent was stopped before its answer was whole."
        "Allow a longer answer, then run it again." text("{\"type\": \"result\", \"subtype\": \"success\", \"is_error\": false, \"stop_reason\": \"max_tokens\", \"result\": \"verdict: pass\\n\"}\n");
    Error "went_on": "The agent continued after its result, or has a second result."
        "Run the reviewer once, and hand in what it printed." text("[{\"type\": \"result\", \"result\": \"verdict: pass\\n\"}, {\"type\": \"assistant\", \"message\": {}}]\n");

    // Summaries.
    Error "gate_contradicted": "The gate is open although the rest of the summary speaks against it."
        "Judge the reports again." text("schema 1\ngate \"pass\" open=#true\nreviewer \"qa\" verdict=\"fail\"\n");
    Error "malformed_kdl": "The summary is not KDL 2."
        "Write the summary again, with a program that knows KDL 2." text("gate \"pass\"\nreviewer \"qa\" {\n");
    Error "open_disagrees": "`open` does not agree with the word of the gate."
        "A gate is open after `pass` and `warn`, and shut after anything else." text("gate \"pass\" open=#false\nreviewer \"qa\" verdict=\"pass\"\n");
    Error "repeated_property": "A property is given twice, with different values."
        "Give each property once; most readers keep only the last." text("gate \"pass\" \"fail\"\nreviewer \"qa\" verdict=\"pass\"\n");
    Error "repeated_reviewer": "Two nodes speak for one reviewer."
        "Write one node for each reviewer; a fail stands in any case." text("gate \"pass\"\nreviewer \"qa\" verdict=\"pass\"\nreviewer \"qa\" verdict=\"pass\"\n");
    Error "second_verdict": "A node states a verdict, and is not part of a summary."
        "Write nothing but the summary." text("gate \"pass\"\nreviewer \"qa\" verdict=\"pass\"\nrefused \"everybody passed\" {\n}\n");
    Error "stated_is_worse": "A reviewer stated something worse than what it is counted as."
        "A verdict never gets better on its way: judge the reports again." text("gate \"pass\"\nreviewer \"qa\" verdict=\"pass\" stated=\"fail\"\n");
    Error "summary_lacks": "A node of the summary lacks something that it has to say."
        "Write it as `assize contract verdict-summary` has it." text("schema 1\ngate open=#true\n");
    Warning "summary_not_read": "A part of the summary has no meaning that is known."
        "`assize contract verdict-summary` shows what belongs in a summary." text("gate \"pass\"\nreviewer \"qa\" \"fine\" verdict=\"pass\"\n");
    Error "summary_schema": "The summary has a schema that this build does not know."
        "Use a newer build of Assize." text("schema 2\ngate \"pass\"\n");
    Error "summary_without_gate": "The summary does not say what the gate came to."
        "Write `gate \"fail\" open=#false`, with the word it came to." asked(VerdictSummary, "schema 1\nreviewer \"qa\" verdict=\"pass\"\n");
    Error "summary_without_reviewers": "The gate is open, and nobody reported a verdict."
        "Gather the reviewers' verdicts, then write the summary again." text("gate \"pass\"\n");
    Error "too_deep": "The text has more levels than its format needs."
        "Write it with fewer levels, as `assize contract FORMAT` has it." said("a summary or a YAML block with braces or lists nested many levels deep");
    Error "two_gates": "The summary has more than one gate."
        "Write one summary for each gate." text("gate \"pass\"\ngate \"pass\"\n");
}
