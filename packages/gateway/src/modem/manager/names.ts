/** Names of ModemManager's objects and interfaces. */
export const service = 'org.freedesktop.ModemManager1'
export const root = '/org/freedesktop/ModemManager1'

export const interfaces = {
  modem: `${service}.Modem`,
  threeGpp: `${service}.Modem.Modem3gpp`,
  ussd: `${service}.Modem.Modem3gpp.Ussd`,
  messaging: `${service}.Modem.Messaging`,
  simple: `${service}.Modem.Simple`,
  sim: `${service}.Sim`,
  sms: `${service}.Sms`,
  bearer: `${service}.Bearer`,
  objects: 'org.freedesktop.DBus.ObjectManager',
  properties: 'org.freedesktop.DBus.Properties',
} as const
