/** Prints what happens in an organization as it happens: node follow.ts ORG_ID [HOW_MANY_EVENTS] */
import { Busbar, BusbarError } from './busbar.ts'

const { BUSBAR_URL = '', BUSBAR_KEY = '', BUSBAR_PASSWORD = '' } = process.env
const busbar = new Busbar(BUSBAR_URL, { apiKey: BUSBAR_KEY, password: BUSBAR_PASSWORD })
let left = Number(process.argv[3] ?? Number.POSITIVE_INFINITY)
let lastEventId: string | undefined
while (left > 0) {
  try {
    const known = lastEventId === undefined ? {} : { lastEventId }
    for await (const event of busbar.stream('live.events', { orgId: Number(process.argv[2]) }, known)) {
      console.log(event.type, JSON.stringify(event.data))
      lastEventId = event.id ?? lastEventId
      left -= 1
      if (left === 0) break
    }
  } catch (error) {
    if (error instanceof BusbarError) throw error
    // With the last event's id, what was missed comes first when the service is back.
    await new Promise((resolve) => setTimeout(resolve, 3000))
  }
}
