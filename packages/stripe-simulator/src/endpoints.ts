import { couponEndpoints } from "./catalog/coupons.ts"
import { priceEndpoints } from "./catalog/prices.ts"
import { productEndpoints } from "./catalog/products.ts"
import { promotionCodeEndpoints } from "./catalog/promotion-codes.ts"
import { checkoutEndpoints } from "./checkout/endpoints.ts"
import { balanceEndpoints } from "./customers/balances.ts"
import { customerEndpoints } from "./customers/customers.ts"
import { paymentMethodEndpoints } from "./customers/payment-methods.ts"
import { portalEndpoints } from "./customers/portal-sessions.ts"
import { eventEndpoints } from "./events/events.ts"
import { webhookEndpointEndpoints } from "./events/webhook-endpoints.ts"
import type { Endpoint } from "./http/endpoint.ts"
import { verificationSessionEndpoints } from "./identity/verification-sessions.ts"
import { invoiceEndpoints } from "./invoices/endpoints.ts"
import { invoiceItemEndpoints } from "./invoices/invoice-items.ts"
import { chargeEndpoints } from "./payments/charges.ts"
import { disputeEndpoints } from "./payments/disputes.ts"
import { paymentIntentEndpoints } from "./payments/payment-intents.ts"
import { refundEndpoints } from "./payments/refunds.ts"
import { setupIntentEndpoints } from "./payments/setup-intents.ts"
import { subscriptionEndpoints } from "./subscriptions/endpoints.ts"

/** Every endpoint of the API, the first match winning. */
export const endpoints: Endpoint[] = [
  ...productEndpoints,
  ...priceEndpoints,
  ...couponEndpoints,
  ...promotionCodeEndpoints,
  ...customerEndpoints,
  ...balanceEndpoints,
  ...paymentMethodEndpoints,
  ...setupIntentEndpoints,
  ...checkoutEndpoints,
  ...portalEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...invoiceItemEndpoints,
  ...paymentIntentEndpoints,
  ...chargeEndpoints,
  ...refundEndpoints,
  ...disputeEndpoints,
  ...verificationSessionEndpoints,
  ...eventEndpoints,
  ...webhookEndpointEndpoints,
]
