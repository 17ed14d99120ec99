/** As the other list, for families that came later: where their maps were taken from, a frame was looked for and not found. */
export const unpublishedLater: Readonly<Record<string, string>> = {
  'be-mpm3pm': 'MPM3PM Modbus description; openWB: registers, no reading',
  'bgetech-ws100': 'B+G E-Tech WS100 user manual; evcc; ORNO OR-WE-525 register list: registers, no reading',
  'dzg-dvh4013': 'DZG communication protocol of the DVH4013; inoa-io inoa-cloud: registers, no reading',
  'solarmax-maxstorage': 'evcc; Tinkerforge esp32-firmware: registers, no reading',
}
