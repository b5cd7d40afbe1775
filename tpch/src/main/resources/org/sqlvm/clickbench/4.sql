select count(distinct UserID) from hits
