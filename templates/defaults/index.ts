/** What units of a family begin with, worked out from labels that all families have in common. Apart from the files, so that a browser can have it. */
export { alertsOf, type DefaultAlert, type DefaultCondition } from './alerts.ts'
export { type DefaultContent, type DefaultWidget, dashboardOf } from './dashboard.ts'
export { type EnergyRole, type EnergySensor, energyOf } from './energy.ts'
export type { DefaultParam, DefaultsSource } from './param.ts'
