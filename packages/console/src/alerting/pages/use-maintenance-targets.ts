import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import type { AlertRow } from '../list/order.rules.ts'

/** What a maintenance window may cover, by kind: each under its name in a draft, with what it is called. */
export interface MaintenanceTargets {
  networks: readonly (readonly [key: string, name: string])[]
  devices: readonly (readonly [key: string, name: string])[]
  alerts: readonly (readonly [key: string, name: string])[]
}

export const useMaintenanceTargets = (rows: readonly AlertRow[]): MaintenanceTargets => {
  const { orgId } = useOrg()
  const tree = useQuery(apiQuery('nets', 'tree', { orgId })).data
  return useMemo(() => {
    const nets = Object.entries(tree ?? {})
    return {
      networks: nets.map(([id, { name }]) => [`net:${id}`, name] as const),
      devices: nets.flatMap(([, net]) =>
        Object.entries(net.devices).map(([id, { name }]) => [`device:${id}`, `${net.name} / ${name}`] as const),
      ),
      alerts: rows.map(({ id, name }) => [`alert:${id}`, name] as const),
    }
  }, [tree, rows])
}
