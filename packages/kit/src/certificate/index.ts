export { type Certificate, makeCertificate } from './certificate.ts'
