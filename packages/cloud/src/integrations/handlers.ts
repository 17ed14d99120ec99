import { type DomainHandlers, withNeeds } from '../accounts/call.ts'
import type { connectors } from './connectors.contract.ts'
import { connectorsHandlers } from './connectors.http.ts'
import type { IntegrationNeeds } from './needs.ts'
import type { prometheus } from './prometheus/prometheus.contract.ts'
import { prometheusHandlers } from './prometheus/prometheus.http.ts'
import type { prometheusRead } from './prometheus/read.contract.ts'
import { prometheusReadHandlers } from './prometheus/read.http.ts'

interface IntegrationContract {
  connectors: typeof connectors
  prometheus: typeof prometheus
}

/** Handlers of all endpoints for connectors and Prometheus. */
export const integrationHandlers = (needs: IntegrationNeeds): DomainHandlers<IntegrationContract> =>
  withNeeds<IntegrationContract, IntegrationNeeds>(
    {
      connectors: connectorsHandlers,
      prometheus: prometheusHandlers,
    },
    needs,
  )

interface ProtocolContract {
  prometheusRead: typeof prometheusRead
}

/** Handlers of protocols that other programs define. */
export const protocolHandlers = (needs: IntegrationNeeds): DomainHandlers<ProtocolContract> =>
  withNeeds<ProtocolContract, IntegrationNeeds>({ prometheusRead: prometheusReadHandlers }, needs)
