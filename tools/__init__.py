"""Use cases: the sixteen tools and what a person administers, without SQL, HTTP or the transport."""
