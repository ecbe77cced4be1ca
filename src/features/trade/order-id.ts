/** Where a ticket's form is found by the link to it, and by keys. */
export const orderId = "order";
