/** As the other list, for families that came later: where their maps were taken from, a frame was looked for and not found. */
export const unpublishedLater: Readonly<Record<string, string>> = {
  'acrel-adw300': 'evcc: registers, no reading',
  'be-mpm3pm': 'MPM3PM Modbus description; openWB: registers, no reading',
  'bgetech-ws100': 'B+G E-Tech WS100 user manual; evcc; ORNO OR-WE-525 register list: registers, no reading',
  'carel-uc2se': 'wb-mqtt-serial: registers, no reading',
  'dzg-dvh4013': 'DZG communication protocol of the DVH4013: registers, no reading',
  'eskort-sokol-m':
    'wb-mqtt-serial: registers, no reading; the wiki of ESKORT prints an answer of a Sokol-M1, of which only the end was at hand',
  'foxess-h1': 'nathanmarlor foxess_modbus; evcc: registers, no reading',
  'janitza-umg511': 'Janitza UMG 511 Modbus address list; OpenEMS: registers, no reading',
  'janitza-umg604':
    'Janitza UMG 604 Modbus address list; OpenEMS: registers, no reading; the example in other manuals of Janitza is no float',
  'siemens-7kt16': 'evcc: registers, no reading',
  'siemens-g120':
    'Siemens SINAMICS G120X and G120XA operating instructions: registers; the example of an answer is 11 22 33 44',
  'siemens-v20':
    'Siemens SINAMICS V20 operating instructions: registers; the example of an answer is of a request for a parameter',
  'solarmax-maxstorage': 'evcc; Tinkerforge esp32-firmware: registers, no reading',
  'veda-vf51': 'wb-mqtt-serial: registers, no reading',
}
