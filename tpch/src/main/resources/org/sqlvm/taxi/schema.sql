-- One wide table; dates are text, as SQLite keeps them.
create table trips (trip_id INTEGER PRIMARY KEY, cab_type TEXT, vendor_id TEXT, pickup_datetime TEXT, passenger_count INTEGER, trip_distance REAL, total_amount REAL, store_and_fwd_flag TEXT, pickup_puma INTEGER, dropoff_puma INTEGER, pickup_ntaname TEXT);
