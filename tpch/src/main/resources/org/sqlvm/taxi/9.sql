select pickup_ntaname, count(*)
from trips
group by pickup_ntaname
