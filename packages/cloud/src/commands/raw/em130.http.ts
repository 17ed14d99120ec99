import type { Handlers } from '@busbar/wire/server'
import { readRelayEvents } from '../../field/raw/em130-events.ts'
import { errorStatus } from '../../field/raw/read-registers.ts'
import type { Call } from '../../start/service.ts'
import type { em130 } from './em130.contract.ts'
import { withConnection } from './open-connection.ts'

export const em130Handlers: Handlers<typeof em130, Call> = {
  async readEvents(call, { deviceModbusId, connection, numberOfEvents, startWithFirst, deviceVersion }) {
    const result = await withConnection(call, connection, 'read', (client) =>
      readRelayEvents(client, deviceModbusId, { numberOfEvents, startWithFirst, deviceVersion }),
    )
    return 'err' in result ? errorStatus(result.err) : { status: 'ok', events: result.ok }
  },
}
