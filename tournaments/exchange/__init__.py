"""The room of other programs: tournament files, sheets, the standings for a terminal."""
