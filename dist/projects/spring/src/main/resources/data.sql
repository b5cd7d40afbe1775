INSERT OR REPLACE INTO parts VALUES (1, 'bolt', 20), (2, 'nut', 5);
