/**
 * Thrown by the verification of a receipt when what it needs from elsewhere, such as a certificate, could not be fetched: nothing is known
 * about the request, and the vendor should send it again.
 */
export class UnjudgedReceipt extends Error {}
