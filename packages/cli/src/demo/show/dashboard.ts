import { type Api, need } from '../api.ts'
import type { DemoParams } from '../params.ts'

const widgets = [
  'workshop/1/P_total',
  'workshop/1/U1',
  'workshop/3/T',
  'workshop/4/pressure',
  'school-1/6/P',
  'solar-field-1/2/P_total',
  'solar-field-1/6/irradiance',
  'solar-field-1/6/T',
  'pumping-station-1/3/flow',
  'pumping-station-1/3/pressure',
  'house-1/1/P_total',
  'house-1/3/T',
]

export const showDashboard = async (api: Api, orgId: number, params: DemoParams): Promise<void> => {
  if (need(await api.dashboards.get({ orgId })).widgets.length > 0) return
  need(await api.dashboards.addWidgets({ orgId, paramIds: widgets.map((place) => params.id(place)) }))
}
