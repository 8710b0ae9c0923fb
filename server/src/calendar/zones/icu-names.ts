/**
 * Names that ICU knows and tzdata does not. Versions before the service read tzdata took zones from ICU, so subscribers may
 * have them; they keep their meaning. They are ambiguous (BST, IST, CST), and no zone of tzdata is called so.
 */
export const ICU_NAMES: Readonly<Record<string, string>> = {
  ACT: "Australia/Darwin",
  AET: "Australia/Sydney",
  AGT: "America/Argentina/Buenos_Aires",
  ART: "Africa/Cairo",
  AST: "America/Anchorage",
  BET: "America/Sao_Paulo",
  BST: "Asia/Dhaka",
  CAT: "Africa/Maputo",
  CNT: "America/St_Johns",
  CST: "America/Chicago",
  CTT: "Asia/Shanghai",
  EAT: "Africa/Nairobi",
  ECT: "Europe/Paris",
  IET: "America/Indiana/Indianapolis",
  IST: "Asia/Kolkata",
  JST: "Asia/Tokyo",
  MIT: "Pacific/Apia",
  NET: "Asia/Yerevan",
  NST: "Pacific/Auckland",
  PLT: "Asia/Karachi",
  PNT: "America/Phoenix",
  PRT: "America/Puerto_Rico",
  PST: "America/Los_Angeles",
  SST: "Pacific/Guadalcanal",
  VST: "Asia/Ho_Chi_Minh",
  "US/Pacific-New": "America/Los_Angeles",
  "Canada/East-Saskatchewan": "America/Regina",
};
