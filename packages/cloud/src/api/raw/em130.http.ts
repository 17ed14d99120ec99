import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../service.ts'
import type { em130 } from './em130.contract.ts'
import { readRelayEvents } from './em130-events.ts'
import { withConnection } from './open-connection.ts'
import { errorStatus } from './read-registers.ts'

export const em130Handlers: Handlers<typeof em130, Call> = {
  async readEvents(call, { deviceModbusId, connection, numberOfEvents, startWithFirst, deviceVersion }) {
    const told = await withConnection(call, connection, 'read', (exchange) =>
      readRelayEvents(exchange, deviceModbusId, { numberOfEvents, startWithFirst, deviceVersion }),
    )
    return 'err' in told ? errorStatus(told.err) : { status: 'ok', events: told.ok }
  },
}
