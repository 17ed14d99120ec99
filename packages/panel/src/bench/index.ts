export { type OpenPanel, openPanel } from './open-panel.ts'
