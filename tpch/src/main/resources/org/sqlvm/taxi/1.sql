select cab_type, count(*)
from trips
group by cab_type
