select MobilePhoneModel, count(distinct UserID) as u
from hits
where MobilePhoneModel <> ''
group by MobilePhoneModel
order by u desc, MobilePhoneModel
limit 10
