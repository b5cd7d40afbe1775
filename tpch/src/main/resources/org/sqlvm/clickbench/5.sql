select count(distinct SearchPhrase) from hits
