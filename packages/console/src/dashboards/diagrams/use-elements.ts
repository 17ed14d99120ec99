import type { Vis, VisItem } from '@busbar/diagrams'
import type { ClickTarget } from '@busbar/diagrams/viewer'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'

/** An element of a picture, with what it shows or does. */
export interface PictureElement extends ClickTarget {
  item: VisItem | undefined
  /** The parameter that it shows, or writes. */
  paramId: number | undefined
  /** The device and the network of that parameter, since names repeat. */
  deviceLabel: string
}

/** As many as the service answers about at once. */
const idsMax = 1000
const staleTime = 300_000

const isBarePipe = (item: VisItem | undefined): boolean => item?.drawn?.kind === 'pipe' && item.name === undefined

/** Elements of a diagram that react to clicks: links, controls and elements with a parameter. */
export const useElements = ({ bindings, items }: Vis): readonly PictureElement[] => {
  const paramIds = useMemo(() => {
    const ids = [...bindings.map(({ param }) => param), ...items.map(({ control }) => control?.paramId)]
    return [...new Set(ids.filter((id) => id !== undefined))].slice(0, idsMax)
  }, [bindings, items])
  const infos = useQuery({ ...apiQuery('params', 'info', { paramIds }), enabled: paramIds.length > 0, staleTime })
  return useMemo(() => {
    const byId = new Map(infos.data?.map((info) => [info.id, info]))
    const byCode = new Map(items.map((item) => [item.code, item]))
    const shown = new Map(bindings.map(({ code, param }) => [code, param]))
    const codes = new Set([
      // A pipe shows how much flows, which stands somewhere as a number too.
      ...bindings.flatMap(({ code, param }) => (param === undefined || isBarePipe(byCode.get(code)) ? [] : [code])),
      ...items.flatMap(({ code, control, go }) => (control === undefined && go === undefined ? [] : [code])),
    ])
    return Array.from(codes, (code): PictureElement => {
      const item = byCode.get(code)
      const paramId = item?.control?.paramId ?? shown.get(code)
      const info = paramId === undefined ? undefined : byId.get(paramId)
      const name = item?.name ?? info?.name ?? code
      const deviceLabel = info === undefined ? '' : `${info.deviceName}, ${info.networkName}`
      return { code, role: item?.go === undefined ? 'button' : 'link', name, item, paramId, deviceLabel }
    })
  }, [bindings, items, infos.data])
}
