/** As the other list, for families that came later: where their maps were taken from, a frame was looked for and not found. */
export const unpublishedLater: Readonly<Record<string, string>> = {
  'be-mpm3pm': 'MPM3PM Modbus description; openWB: registers, no reading',
  'bgetech-drt428m': 'B+G E-Tech DRT428M register map; OpenEMS: registers, no reading',
  'bgetech-ds100': 'B+G E-Tech DS100 user manual; evcc: registers, no reading',
  'bgetech-ws100': 'B+G E-Tech WS100 user manual; evcc; ORNO OR-WE-525 register list: registers, no reading',
  'dzg-dvh4013': 'DZG communication protocol of the DVH4013: registers, no reading',
  'eastron-sdm54': 'Eastron SDM54 Modbus protocol; Eastron SDM630 Modbus protocol: registers, no reading',
  'eastron-smart-x96': 'Eastron SMART X96-1A Modbus protocol; Eastron SDM630 Modbus protocol: registers, no reading',
  'eltako-dsz15': 'Eltako Modbus protocol of the DSZ15DZMOD; Tinkerforge esp32-firmware: registers, no reading',
  'kostal-ksem': 'TQ Energy Manager technical note Modbus Slave 0013; OpenEMS B-Control EM300: registers, no reading',
  'orno-we525': 'ORNO OR-WE-525 register list; B+G E-Tech WS100 user manual: registers, no reading',
  'shelly-pro-3em':
    'Shelly Gen2 documentation of the EM and EMData components; Tinkerforge esp32-firmware: registers, no reading',
}
