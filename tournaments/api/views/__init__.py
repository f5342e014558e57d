"""One class per address: fetch, check the form, call one service, answer."""
