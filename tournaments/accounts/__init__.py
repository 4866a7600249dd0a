"""The room of accounts: signing in and out, the first account, joining a club by invitation."""
