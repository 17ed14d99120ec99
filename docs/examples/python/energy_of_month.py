"""Energy of a tree by day and branch in a month, the last one unless told: python3 energy_of_month.py TREE_ID [YYYY-MM] > energy.csv"""
import os
import sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from busbar import Busbar

busbar = Busbar(os.environ["BUSBAR_URL"], api_key=os.environ["BUSBAR_KEY"], password=os.environ["BUSBAR_PASSWORD"])
tree_id = sys.argv[1]
# Months begin by the clocks of the tree, not of this machine.
zone = ZoneInfo(busbar.trees.get(treeId=tree_id)["timeZone"])
if len(sys.argv) > 2:
    begin = datetime.strptime(sys.argv[2], "%Y-%m").replace(tzinfo=zone)
else:
    this_month = datetime.now(zone).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    begin = (this_month - timedelta(days=1)).replace(day=1)
till = (begin + timedelta(days=31)).replace(day=1)
# Beside each amount stands for how much of the time it is known: a gap is no zero.
sys.stdout.write(busbar.tree_energy.csv(treeId=tree_id, from_=begin.isoformat(), till=till.isoformat(), cadence="day"))
