/** As the other list, for families that came later: where their maps were taken from, a frame was looked for and not found. */
export const unpublishedLater: Readonly<Record<string, string>> = {
  'be-mpm3pm': 'MPM3PM Modbus description; openWB: registers, no reading',
  'bgetech-ws100': 'B+G E-Tech WS100 user manual; evcc; ORNO OR-WE-525 register list: registers, no reading',
  'carel-uc2se': 'wb-mqtt-serial: registers, no reading',
  'dzg-dvh4013': 'DZG communication protocol of the DVH4013; inoa-io inoa-cloud: registers, no reading',
  'eskort-sokol-m':
    'wb-mqtt-serial: registers, no reading; the wiki of ESKORT prints an answer of a Sokol-M1, of which only the end was at hand',
  'siemens-7kt16': 'evcc; Siemens 7KT16 equipment manual, of which single pages were at hand: registers, no reading',
  'solarmax-maxstorage': 'evcc; Tinkerforge esp32-firmware: registers, no reading',
}
