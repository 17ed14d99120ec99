/** What units of a family begin with, worked out from labels that all families have in common. Apart from the files, so that a browser can have it. */
export { alertsOf, type DefaultAlert, type DefaultCondition } from './alerts.ts'
export { type DefaultShow, type DefaultWidget, dashboardOf } from './dashboard.ts'
export { type EnergyRole, type EnergySensor, energyOf } from './energy.ts'
export type { DefaultParam, DefaultsOf } from './param.ts'
