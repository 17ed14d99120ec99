import type { DomainHandlers } from '../accounts/call.ts'
import { accountsHandlers } from '../accounts/handlers.ts'
import type { AccountsNeeds } from '../accounts/needs.ts'
import { alertingHandlers } from '../alerting/handlers.ts'
import type { AlertingNeeds } from '../alerting/needs.ts'
import { commandHandlers } from '../commands/handlers.ts'
import type { CommandNeeds } from '../commands/needs.ts'
import { dashboardHandlers } from '../dashboards/dashboards.http.ts'
import type { DashboardNeeds } from '../dashboards/needs.ts'
import { deviceHandlers } from '../devices/handlers.ts'
import type { DeviceNeeds } from '../devices/needs.ts'
import { energyHandlers } from '../energy/handlers.ts'
import type { EnergyNeeds } from '../energy/needs.ts'
import { fieldHandlers } from '../field/gateways/gateways.http.ts'
import type { FieldNeeds } from '../field/needs.ts'
import { historyHandlers } from '../history/handlers.ts'
import type { HistoryNeeds } from '../history/needs.ts'
import { integrationHandlers } from '../integrations/handlers.ts'
import type { IntegrationNeeds } from '../integrations/needs.ts'
import { operationHandlers } from '../operations/installation/installation.http.ts'
import type { OperationNeeds } from '../operations/needs.ts'
import { transferHandlers } from '../transfer/handlers.ts'
import type { TransferNeeds } from '../transfer/needs.ts'
import type { contract } from './contract.ts'

/** Parts of the service that handlers use. */
export type HandlerNeeds = AccountsNeeds &
  AlertingNeeds &
  CommandNeeds &
  DashboardNeeds &
  DeviceNeeds &
  EnergyNeeds &
  FieldNeeds &
  HistoryNeeds &
  IntegrationNeeds &
  OperationNeeds &
  TransferNeeds

/** Creates the handlers of all endpoints of the contract. */
export const handlersOf = (needs: HandlerNeeds): DomainHandlers<typeof contract> => ({
  ...accountsHandlers(needs),
  ...deviceHandlers(needs),
  ...fieldHandlers(needs),
  ...commandHandlers(needs),
  ...historyHandlers(needs),
  ...alertingHandlers(needs),
  ...energyHandlers(needs),
  ...dashboardHandlers(needs),
  ...integrationHandlers(needs),
  ...transferHandlers(needs),
  ...operationHandlers(needs),
})
