select SearchPhrase, min(URL), count(*) as c
from hits
where URL like '%google%' and SearchPhrase <> ''
group by SearchPhrase
order by c desc, SearchPhrase
limit 10
