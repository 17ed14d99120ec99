import { type DomainHandlers, withNeeds } from '../accounts/call.ts'
import type { bulk } from './bulk/bulk.contract.ts'
import { bulkHandlers } from './bulk/bulk.http.ts'
import type { cards } from './cards/cards.contract.ts'
import { cardsHandlers } from './cards/cards.http.ts'
import type { codes } from './codes/codes.contract.ts'
import { codesHandlers } from './codes/codes.http.ts'
import type { connectCodes } from './codes/connect-codes.contract.ts'
import { connectCodesHandlers } from './codes/connect-codes.http.ts'
import type { computed } from './computed/computed.contract.ts'
import { computedHandlers } from './computed/computed.http.ts'
import type { devices } from './devices.contract.ts'
import { devicesHandlers } from './devices.http.ts'
import type { DeviceNeeds } from './needs.ts'
import type { nets } from './nets/nets.contract.ts'
import { netsHandlers } from './nets/nets.http.ts'
import type { shares } from './nets/shares.contract.ts'
import { sharesHandlers } from './nets/shares.http.ts'
import type { params } from './params/params.contract.ts'
import { paramsHandlers } from './params/params.http.ts'
import type { templateUse } from './templates/template-use.contract.ts'
import { templateUseHandlers } from './templates/template-use.http.ts'
import type { templates } from './templates/templates.contract.ts'
import { templatesHandlers } from './templates/templates.http.ts'

interface DeviceContract {
  codes: typeof codes
  connectCodes: typeof connectCodes
  templates: typeof templates
  templateUse: typeof templateUse
  nets: typeof nets
  shares: typeof shares
  devices: typeof devices
  params: typeof params
  computed: typeof computed
  cards: typeof cards
  bulk: typeof bulk
}

/** Handlers of all endpoints for networks, devices and parameters. */
export const deviceHandlers = (needs: DeviceNeeds): DomainHandlers<DeviceContract> =>
  withNeeds<DeviceContract, DeviceNeeds>(
    {
      codes: codesHandlers,
      connectCodes: connectCodesHandlers,
      templates: templatesHandlers,
      templateUse: templateUseHandlers,
      nets: netsHandlers,
      shares: sharesHandlers,
      devices: devicesHandlers,
      params: paramsHandlers,
      computed: computedHandlers,
      cards: cardsHandlers,
      bulk: bulkHandlers,
    },
    needs,
  )
