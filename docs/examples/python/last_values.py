"""Last value of every parameter of an organization, as CSV: python3 last_values.py ORG_ID > values.csv"""
import csv
import os
import sys

from busbar import Busbar

busbar = Busbar(os.environ["BUSBAR_URL"], api_key=os.environ["BUSBAR_KEY"], password=os.environ["BUSBAR_PASSWORD"])
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["network", "device", "parameter", "value", "unit", "read on"])
for net in busbar.nets.tree(orgId=int(sys.argv[1])).values():
    for device in net["devices"].values():
        params = device["parameters"]
        ids = list(params)
        for start in range(0, len(ids), 1000):
            last = busbar.values.last_readings(paramIds=ids[start : start + 1000], lang="en")
            for param_id, reading in last.items():
                param = params[param_id]
                # One that was never read has "err", and no value.
                value, read_on = reading.get("value", ""), reading.get("readOn", "")
                out.writerow([net["name"], device["name"], param["name"], value, param.get("unitName", ""), read_on])
