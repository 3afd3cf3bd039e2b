"""The compiled loops of offers: which tasks are offered where, and which hauls a storage has room for."""
