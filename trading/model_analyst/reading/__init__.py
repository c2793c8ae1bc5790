"""What models read in the findings: one reading an agent, a domain, and of all together."""
