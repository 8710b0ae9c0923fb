// What the package gives to programs: the SDK.
export * from "@tidings/client";
