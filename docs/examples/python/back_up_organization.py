"""An organization as one document, without secrets: python3 back_up_organization.py ORG_ID FILE. The key needs the role owner."""
import json
import os
import sys

from busbar import Busbar, BusbarError

busbar = Busbar(os.environ["BUSBAR_URL"], api_key=os.environ["BUSBAR_KEY"], password=os.environ["BUSBAR_PASSWORD"])
org_id, path = int(sys.argv[1]), sys.argv[2]
try:
    document = busbar.transfer.export(orgId=org_id)
except BusbarError as refusal:
    sys.exit(f"refused: {refusal}")
# Beside its place first: a copy that was cut never takes the place of a whole one.
with open(f"{path}.part", "w", encoding="utf-8") as out:
    json.dump(document, out, ensure_ascii=False, indent=1)
os.replace(f"{path}.part", path)
print(f"{len(document['networks'])} networks, {len(document['devices'])} devices, {len(document['params'])} parameters")
