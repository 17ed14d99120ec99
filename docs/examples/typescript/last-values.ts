/** Last value of every parameter of an organization, as CSV: node last-values.ts ORG_ID > values.csv */
import { Busbar } from './busbar.ts'

const { BUSBAR_URL = '', BUSBAR_KEY = '', BUSBAR_PASSWORD = '' } = process.env
const busbar = new Busbar(BUSBAR_URL, { apiKey: BUSBAR_KEY, password: BUSBAR_PASSWORD })
const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

console.log('network,device,parameter,value,unit,read on')
const nets = await busbar.call('nets.tree', { orgId: Number(process.argv[2]) })
for (const net of Object.values(nets)) {
  for (const device of Object.values(net.devices)) {
    const ids = Object.keys(device.parameters).map(Number)
    for (let start = 0; start < ids.length; start += 1000) {
      const last = await busbar.call('values.lastReadings', { paramIds: ids.slice(start, start + 1000), lang: 'en' })
      for (const [id, reading] of Object.entries(last)) {
        const param = device.parameters[id]
        // One that was never read has `err`, and no value.
        const [value, readOn] = 'err' in reading ? ['', ''] : [reading.value, reading.readOn]
        const row = [net.name, device.name, param?.name ?? '', value, param?.unitName ?? '', readOn]
        console.log(row.map(cell).join(','))
      }
    }
  }
}
