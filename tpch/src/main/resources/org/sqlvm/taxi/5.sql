select trip_id
from trips
where passenger_count = 5 and vendor_id = 'CMT' and total_amount < 5 and store_and_fwd_flag = '1'
