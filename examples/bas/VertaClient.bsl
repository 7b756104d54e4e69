// Verta for BAS and 1C:Enterprise 8.3: a common module, server, without global context.
// Keep the address and the token in constants that only the integration's role may read.
// Every step may be repeated: the ids and keys make it one.

#Region Public

// What the buyer pays, may spend and will earn. Writes nothing.
//  Products - Array of Structure - name, price, quantity (and barcode, sku, category, discount_amount).
//  Spend    - Number - bonuses to take off.
Function Calculate(Phone, Products, Spend = 0, Number = "") Export

	Body = New Structure("products", Products);
	If Number <> "" Then
		Body.Insert("number", Number);
	EndIf;
	Return Post("receipt?discount_amount=" + Money(Spend) + "&phone=" + Encoded(Phone), Body);

EndFunction

// Makes the calculated receipt; Register makes an unknown phone a buyer.
// After a time-out call it again: the same receipt is answered.
Function Create(ReceiptId, Phone, Spend = 0, Register = False) Export

	Body = New Structure;
	If Register Then
		Body.Insert("register", New Structure);
	EndIf;
	Query = "receipt_id=" + ReceiptId + "&discount_amount=" + Money(Spend) + "&phone=" + Encoded(Phone);
	Return Post("bonuses/create?" + Query, Body, "sale-" + ReceiptId);

EndFunction

// Returns lines (Array of Structure line, quantity), exactly as they were estimated.
// Key names this return among others of the receipt, such as the number of the return document.
Function ReturnLines(ReceiptId, Lines, Reason, Key) Export

	Part = New Structure("lines", Lines);
	Estimate = Post("bonuses/cancel/estimate?receipt_id=" + ReceiptId, Part);
	Part.Insert("version", Estimate["version"]);
	Part.Insert("reason", Reason);
	Return Post("bonuses/cancel?receipt_id=" + ReceiptId, Part, "return-" + Key);

EndFunction

// Two coffees and a bun, of which one coffee comes back.
Procedure Example() Export

	Products = New Array;
	Products.Add(New Structure("name, price, quantity", "Coffee", 65, 2));
	Products.Add(New Structure("name, price, quantity", "Bun", 40, 1));

	Calculated = Calculate("0671234567", Products);
	ReceiptId = Calculated["receipt_id"];
	Create(ReceiptId, "0671234567", 0, Calculated["can_register"]);

	Lines = New Array;
	Lines.Add(New Structure("line, quantity", 1, 1));
	Cancelled = ReturnLines(ReceiptId, Lines, "One coffee came back", ReceiptId);
	Message(ReceiptId + " returned " + Money(Cancelled["refund_money"]));

EndProcedure

#EndRegion

#Region Private

Function Post(Resource, Body, Key = "")

	Headers = New Map;
	Headers.Insert("Authorization", "Bearer " + Constants.VertaToken.Get());
	Headers.Insert("Content-Type", "application/json");
	Headers.Insert("Accept-Language", "uk");
	If Key <> "" Then
		Headers.Insert("Idempotency-Key", Key);
	EndIf;

	Request = New HTTPRequest("/pos-api/v1/" + Resource, Headers);
	Request.SetBodyFromString(ToJson(Body), TextEncoding.UTF8, ByteOrderMarkUse.DontUse);
	Connection = New HTTPConnection(
		Constants.VertaHost.Get(), 443, , , , 30, New OpenSSLSecureConnection);
	Response = Connection.Post(Request);

	Answer = FromJson(Response.GetBodyAsString(TextEncoding.UTF8));
	If Response.StatusCode >= 300 Then
		// code is for the program, detail for the person at the till.
		Raise Answer["code"] + ": " + Answer["detail"];
	EndIf;
	Return Answer["data"];

EndFunction

Function ToJson(Value)

	Writer = New JSONWriter;
	Writer.SetString();
	WriteJSON(Writer, Value);
	Return Writer.Close();

EndFunction

Function FromJson(Text)

	Reader = New JSONReader;
	Reader.SetString(Text);
	Value = ReadJSON(Reader, True);
	Reader.Close();
	Return Value;

EndFunction

Function Encoded(Text)
	Return EncodeString(Text, StringEncodingMethod.URLEncoding);
EndFunction

// 12.5 -> "12.5": no groups, a point.
Function Money(Sum)
	Return Format(Sum, "NFD=2; NDS=.; NG=0; NZ=0");
EndFunction

#EndRegion
