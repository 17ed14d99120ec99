"""Prints what happens in an organization as it happens: python3 follow.py ORG_ID [HOW_MANY_EVENTS]"""
import os
import sys
import time

from busbar import Busbar, BusbarError

busbar = Busbar(os.environ["BUSBAR_URL"], api_key=os.environ["BUSBAR_KEY"], password=os.environ["BUSBAR_PASSWORD"])
left = int(sys.argv[2]) if len(sys.argv) > 2 else None
while left is None or left > 0:
    try:
        for event in busbar.live.events(orgId=int(sys.argv[1])):
            print(event.type, event.data, flush=True)
            if left is not None:
                left -= 1
                if left == 0:
                    break
    except BusbarError as refusal:
        sys.exit(str(refusal))
    except OSError:
        # The client remembers the last event: what was missed comes first when the service is back.
        time.sleep(3)
