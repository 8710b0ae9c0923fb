-- Earlier versions stored what the machine failed to do as an error of a text: a thread that did not start, that ended, or whose
-- elapsed time was over while it waited for a processor. The workflow was ERROR for ever. Versions without readings are read at the
-- next look, and their readings stored. Texts that really use up their budget get that error again, now in processor time.
update workflow_versions set readings = null
where readings::text ~ '"error" *: *"(reading it )?(took longer than [0-9]+ ms|the thread |the service is stopping|too many (checks|threads) |has no answer)';
