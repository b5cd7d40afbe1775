select SearchPhrase
from hits
where SearchPhrase <> ''
order by EventTime, SearchPhrase
limit 10
