"""Writes a value to a device and says what came of it: python3 write_value.py PARAM_ID VALUE"""
import os
import sys

from busbar import Busbar, BusbarError

busbar = Busbar(os.environ["BUSBAR_URL"], api_key=os.environ["BUSBAR_KEY"], password=os.environ["BUSBAR_PASSWORD"])
try:
    outcome = busbar.writing.write(paramId=int(sys.argv[1]), newValue=sys.argv[2])
except BusbarError as refusal:
    sys.exit(f"refused: {refusal}")
if "ok" in outcome:
    print(f"was {outcome['ok']['oldValue']}, is {outcome['ok']['newValue']}")
elif outcome["err"].startswith("unclear:"):
    # Nobody knows whether it was done: look, and do not send it again unseen.
    sys.exit(outcome["err"])
else:
    sys.exit(f"not written: {outcome['err']}")
